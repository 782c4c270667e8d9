create table hotel_stays (
  organization_id uuid not null,
  id              uuid not null,
  name            text check (char_length(name) <= 255),
  check_in_date   activity_day not null,
  check_out_date  activity_day not null,
  country         country_code not null,
  city            text check (char_length(city) <= 255),
  hotel_name      text check (char_length(hotel_name) <= 255),
  rooms           int not null check (rooms between 1 and 10000),
  source          text check (char_length(source) <= 255),
  primary key (organization_id, id),
  constraint hotel_stays_nights check (check_in_date < check_out_date)
);
call complete_record_table('hotel_stays', 'check_in_date', null, '{check_out_date, source, uploaded_by}');

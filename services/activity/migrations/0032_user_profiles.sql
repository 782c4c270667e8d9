-- The profile that records show with their user.
alter table users
  -- Calling code of the phone number, such as +34.
  add column prefix          text check (char_length(prefix) between 1 and 8),
  add column phone_number    text check (char_length(phone_number) between 1 and 32),
  add column profile_img_url text check (char_length(profile_img_url) between 1 and 2048),
  add column onboarding_done boolean not null default false;

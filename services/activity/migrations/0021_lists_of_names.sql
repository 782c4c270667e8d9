-- Names are read in the index of the order, too, and wastes of other names passed by in it. An index of names by
-- themselves would cost a batch a fifth of its insert.
drop index wastes_by_date;
create index wastes_by_date on wastes (organization_id, start_date desc, id desc)
  include (facility_id, file_id, end_date, ler_code_id, waste_rd_code_id, identification_name);

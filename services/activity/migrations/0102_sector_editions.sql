-- migrate: compatible
alter table organizations add column sector_edition text check (sector_edition in ('nace_rev2', 'nace_rev2_1'));

-- Stored purchases were read by NACE Rev. 2 and keep their numbers. A default that is dropped again writes no row.
alter table purchases add column sector_edition text default 'nace_rev2';
alter table purchases alter column sector_edition drop default;
-- Not valid: the stored rows need no check, which would read all of them under an exclusive lock.
alter table purchases add constraint purchases_sector_edition
  check (sector_edition in ('nace_rev2', 'nace_rev2_1')) not valid;

alter table suppliers add column sector_edition text
  constraint suppliers_sector_edition check (
    sector_edition is null
    or (sector_edition in ('nace_rev2', 'nace_rev2_1') and code_type in ('nace', 'cnae')));
-- Only suppliers with a code that has another meaning in each edition: they keep the reading that they had. Policies
-- apply to the owner, too.
alter table suppliers no force row level security;
update suppliers set sector_edition = 'nace_rev2'
where code_type in ('nace', 'cnae')
  and substring(regexp_replace(code, '[^0-9]', '', 'g') from 1 for 4) = any (string_to_array(
    '141 142 253 254 255 256 382 383 467 478 479 612 681 '
    '1629 2051 2530 2540 2561 2562 3512 3513 3514 3515 3516 3821 3822 3831 3832 4391 4664 4671 4672 4673 4763 4764 '
    '4781 4782 4791 4932 5812 5813 6120 6391 7722 8541 8542', ' '));
alter table suppliers force row level security;

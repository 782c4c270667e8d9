-- migrate: compatible
-- Sectors of NACE Rev. 2.1 and NAICS 2022. Figures exist for the editions before, whose sector prices each.
create table sector_editions (
  scheme  text not null check (scheme in ('nace_rev2_1', 'naics_2022')),
  code    text not null check (code <> ''),
  level   text not null check (level in ('division', 'group', 'class', 'industry')),
  title   text not null check (title <> ''),
  -- Code of NACE Rev. 2, or of NAICS 2017.
  reading text not null check (reading <> ''),
  match   text not null check (match in ('same', 'part', 'nearest')),
  -- Whether the edition before has the code with another meaning; null if it does not have the code.
  meaning text check (meaning in ('same', 'other')),
  primary key (scheme, code)
);

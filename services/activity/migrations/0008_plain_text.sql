-- For searches: case and accents do not matter. Text without accents, which most is, has as many bytes as characters.
create function plain_text(words text) returns text language sql immutable parallel safe
  return case when octet_length(words) = char_length(words) then lower(words)
    else regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g') end;

-- Addresses of files open in browsers. Rows from before this migration are not checked.
alter domain web_address add constraint web_address_is_http check (value ~* '^https?://') not valid;

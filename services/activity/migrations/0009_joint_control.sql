-- migrate: compatible
-- Financial control is none, joint or full. A process of the last release writes the boolean alone: true is full control.
alter table ownership_shares
  add column financial_control_kind text check (financial_control_kind in ('none', 'joint', 'full'));

-- migrate: compatible
-- Orders the changes of the widgets of a project, also of a dashboard that replaces a deleted one. A number is taken while
-- the row of the dashboard is locked.
create sequence dashboard_changes;

-- Name and description at the time of the layout's version: the base that a save of that version started from.
alter table dashboards add column base_name text, add column base_description text;

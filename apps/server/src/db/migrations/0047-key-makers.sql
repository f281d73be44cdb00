-- Who made a service key, and since when an owner has to decide whether it stays. Makers of older keys are those of the audit log.
alter table api_keys
  add column created_by text,
  add column created_by_name text,
  add column decision_due_at timestamptz,
  add foreign key (account_id, created_by) references users (account_id, id) on delete set null (created_by);
update api_keys k set created_by = u.id, created_by_name = u.first_name || ' ' || u.last_name
  from audit_log a join users u on u.account_id = a.account_id and u.id = a.user_id
  where k.user_id is null and a.account_id = k.account_id and a.action = 'accountKeys.create'
    and a.details ->> 'name' = k.name and abs(extract(epoch from a.at - k.created_at)) < 60;
create index api_keys_of_maker on api_keys (account_id, created_by);

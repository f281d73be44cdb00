-- The source's ID of the team member.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE next_orders ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE staged_orders ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE next_memberships ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE staged_memberships ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE next_reservations ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);
ALTER TABLE staged_reservations ADD COLUMN IF NOT EXISTS team_member_source_id Nullable(String);

import { Anchor, Divider, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ExportPanel } from './export/export-panel.tsx'
import { SettingsSection } from './settings-section.tsx'

/** What the account holds, to take along, and what was done with it. */
export const DataSection = () => (
  <SettingsSection id="data" title="Your data">
    <ExportPanel />
    <Divider />
    <Text size="sm">
      Every change is written down: who made it, when and from where.{' '}
      <Anchor component={Link} to="/admin/settings/audit" size="sm" underline="always">
        Open the audit log
      </Anchor>
    </Text>
  </SettingsSection>
)

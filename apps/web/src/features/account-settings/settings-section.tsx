import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

interface SettingsSectionProps {
  /** its anchor */
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

/** A card of settings that can be linked to. */
export const SettingsSection = ({ id, title, description, children }: SettingsSectionProps) => (
  <Paper
    component="section"
    withBorder
    p={{ base: 'md', sm: 'lg' }}
    id={id}
    aria-labelledby={`${id}-title`}
    className={classes.section}
  >
    <Stack>
      <div>
        <Title order={2} id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  </Paper>
)

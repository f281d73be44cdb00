import { Button, Text, Title } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import classes from './notifications.module.css'

/** In place of a list without notifications. */
export const NoNotifications = ({ onPreferences }: { onPreferences: () => void }) => (
  <div className={classes.empty}>
    <IconBell size={32} stroke={1.5} aria-hidden />
    <Title order={2}>No notifications</Title>
    <Text size="sm">When a sync fails, a report is sent, or a trial ends, you’ll see it here and under the bell.</Text>
    <Button variant="default" onClick={onPreferences}>
      Choose your notifications
    </Button>
  </div>
)

import { Tabs, Title } from '@mantine/core'
import { NotificationList } from './notification-list.tsx'
import classes from './notifications.module.css'
import { PreferencesForm } from './preferences-form.tsx'
import { useNotificationsView } from './use-notifications-view.ts'

/** All notifications, and how each kind of them reaches the user. */
export const NotificationsScreen = () => {
  const { view, show } = useNotificationsView()
  return (
    <div className={classes.screen}>
      <Title order={1}>Notifications</Title>
      <Tabs
        value={view.tab}
        onChange={(tab) => show({ tab: tab === 'preferences' ? 'preferences' : 'list' })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="list">All notifications</Tabs.Tab>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <NotificationList view={view} onShow={show} />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <PreferencesForm />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

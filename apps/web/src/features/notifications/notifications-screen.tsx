import { Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { NotificationList } from './notification-list.tsx'
import { type NotificationsView, readNotificationsAddress, writeNotificationsAddress } from './notifications-address.ts'
import { PreferencesForm } from './preferences-form.tsx'

/** The filters of the list, stored in the URL so that Back and shared links work. */
const useNotificationsView = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = readNotificationsAddress(search)
  const show = (change: Partial<NotificationsView>): void => {
    void navigate({ to: '/notifications', search: writeNotificationsAddress({ ...view, ...change }) })
  }
  return { view, show }
}

/** All notifications, and the user's notification preferences. */
export const NotificationsScreen = () => {
  const { view, show } = useNotificationsView()
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
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
    </Stack>
  )
}

import { Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsPermitted } from '#web/app/current-user.ts'
import { ChannelsPanel } from '#web/features/webhooks/webhook-list.tsx'
import { NotificationList } from './notification-list.tsx'
import {
  type NotificationsView,
  readNotificationsAddress,
  readTab,
  writeNotificationsAddress,
} from './notifications-address.ts'
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

/** All notifications, the user's notification preferences, and the account's channels. */
export const NotificationsScreen = () => {
  const { view, show } = useNotificationsView()
  const isAdmin = useIsPermitted('administration')
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <Title order={1}>Notifications</Title>
      <Tabs value={view.tab} onChange={(tab) => show({ tab: readTab(tab) })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">Inbox</Tabs.Tab>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
          {isAdmin && <Tabs.Tab value="channels">Slack and Teams</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="list">
          <NotificationList view={view} onShow={show} />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <PreferencesForm />
        </Tabs.Panel>
        {isAdmin && (
          <Tabs.Panel value="channels">
            <ChannelsPanel />
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  )
}

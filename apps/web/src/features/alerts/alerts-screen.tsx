import { Button, Group, Stack } from '@mantine/core'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Alert } from '#contract/alerts.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { EmptyPanel, LinkButton, ScreenHead } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useAddressAction } from '#web/app/use-address-action.ts'
import { AlertEntry } from './alert-entry.tsx'
import { openAlert } from './open-alert.ts'
import { useAlertChanges } from './use-alert-changes.tsx'

/** Numbers that a new alert may watch without opening a report. */
const ORDERS: ReportDefinitionInput = {
  reportType: 'Orders',
  columns: ['netSales', 'orderCount', 'averageOrder', 'openOrders', 'refundCount', 'canceledOrders'].map(
    (columnId) => ({ columnId }),
  ),
}

const EMPTY =
  'Choose “New alert”, or open any report and choose “Alert me…”, to be notified when one of its numbers crosses a limit, changes, or misses its forecast.'

/** The user's alerts, and those of colleagues that notify the user. The alert in the URL shows its history. */
export const AlertsScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.alerts.list.queryOptions({ refetchInterval: 30_000 }))
  useAddressAction(() => openAlert(ORDERS))
  return (
    <ReaderFormats>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <ScreenHead
          title="Alerts"
          tools={
            <Group gap="xs">
              <LinkButton to="/notifications?tab=preferences" icon={IconSettings}>
                Notification preferences
              </LinkButton>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openAlert(ORDERS)}>
                New alert
              </Button>
            </Group>
          }
        >
          Checked after every sync and import, and every morning.
        </ScreenHead>
        <QueryContent query={query} height={160}>
          {(alerts) => (alerts.length === 0 ? <NoAlerts /> : <AlertList alerts={alerts} />)}
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

const NoAlerts = () => (
  <EmptyPanel title="No alerts yet" text={EMPTY}>
    <Button component={Link} to="/reports/orders/by-sales-channel" variant="default">
      Open a report
    </Button>
  </EmptyPanel>
)

const AlertList = ({ alerts }: { readonly alerts: readonly Alert[] }) => {
  const { alert: open }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const changes = useAlertChanges()
  const show = (id: string | null): void =>
    void navigate({ to: '/alerts', search: id === null ? {} : { alert: id }, replace: true })
  return (
    <ul className="plain-list">
      {alerts.map((alert) => (
        <AlertEntry
          key={alert.id}
          {...{ alert, changes }}
          isOpen={open === alert.id}
          onToggle={() => show(open === alert.id ? null : alert.id)}
          onEdit={() => openAlert(alert.definition, alert)}
        />
      ))}
    </ul>
  )
}

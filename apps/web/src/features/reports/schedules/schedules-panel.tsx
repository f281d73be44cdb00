import { ActionIcon, Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DashboardSchedule } from '#contract/dashboard-schedules.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import type { SavedReport, Schedule, ScheduleInput } from '#contract/saved-reports.ts'
import type { Channel } from '#contract/webhooks.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { errorItems, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LoadFailure, type QueryState } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useChange } from '#web/app/use-change.ts'
import { useReportCatalog } from '../query/report-subject.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ATTACHMENT_LABELS, formatTiming } from './schedule-timing.ts'
import classes from './schedules.module.css'

interface PanelFrameProps {
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const PanelFrame = ({ name, onClose, children }: PanelFrameProps) => {
  const account = useAccount()
  return (
    <Drawer opened onClose={onClose} position="right" size="26rem" title={`Send ${name}`}>
      {account === null ? null : <ReaderFormats account={account}>{children}</ReaderFormats>}
    </Drawer>
  )
}

interface SchedulesPanelProps {
  readonly report: Pick<SavedReport, 'id' | 'name' | 'reportType'>
  readonly onClose: () => void
}

/** Schedules of a report. Only for roles that may share: its requests end the session of others. */
export const SchedulesPanel = ({ report: { id, name, reportType }, onClose }: SchedulesPanelProps) => {
  const { api, queries } = useRuntime()
  const { data: catalog } = useReportCatalog()
  const type = catalog?.reportTypes.find((one) => one.reportType === reportType)
  const hasTeamMembers = type?.columns.some(({ columnId }) => columnId === 'teamMember') === true
  const options = queries.savedReports.schedules.queryOptions({ input: { id } })
  const list = useQuery(options)
  return (
    <PanelFrame name={name} onClose={onClose}>
      <Schedules
        noun="report"
        hasAttachment
        hasTeamMembers={hasTeamMembers}
        list={list}
        queryKey={options.queryKey}
        sendAdd={(body) => api.savedReports.addSchedule({ params: { id }, body })}
        sendRemove={(scheduleId) => api.savedReports.removeSchedule({ id, scheduleId })}
      />
    </PanelFrame>
  )
}

interface DashboardSchedulesPanelProps {
  readonly dashboard: Pick<Dashboard, 'slug' | 'name'>
  readonly onClose: () => void
}

/** Schedules of a dashboard; for the same roles. */
export const DashboardSchedulesPanel = ({ dashboard: { slug, name }, onClose }: DashboardSchedulesPanelProps) => {
  const { api, queries } = useRuntime()
  const options = queries.dashboardSchedules.list.queryOptions({ input: { slug } })
  const list = useQuery(options)
  return (
    <PanelFrame name={name} onClose={onClose}>
      <Schedules
        noun="dashboard"
        hasAttachment={false}
        hasTeamMembers={false}
        list={list}
        queryKey={options.queryKey}
        sendAdd={({ attachment: _, ownRows: __, ...body }) => api.dashboardSchedules.add({ params: { slug }, body })}
        sendRemove={(scheduleId) => api.dashboardSchedules.remove({ slug, scheduleId })}
      />
    </PanelFrame>
  )
}

type AnySchedule = DashboardSchedule & Partial<Pick<Schedule, 'attachment' | 'ownRows'>>

interface SchedulesProps {
  readonly list: QueryState<readonly AnySchedule[]>
  /** of the list */
  readonly queryKey: QueryKey
  readonly noun: string
  readonly hasAttachment: boolean
  readonly hasTeamMembers: boolean
  readonly sendAdd: (input: ScheduleInput) => Promise<unknown>
  readonly sendRemove: (scheduleId: string) => Promise<unknown>
}

/** `body.recipients[0]` is an error of the recipients. */
const byField = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldMessages(error)).map(([field, message]) => [
      field.replace(/^body\./, '').replace(/[[.].*$/, ''),
      message,
    ]),
  )

const FAILED = 'Something went wrong. Check your connection and try again.'

const Schedules = ({ list, queryKey, noun, hasAttachment, hasTeamMembers, sendAdd, sendRemove }: SchedulesProps) => {
  const { queries, queryClient } = useRuntime()
  const account = useAccount()
  const user = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  const people = useQuery(queries.users.list.queryOptions())
  const channels = useQuery(queries.webhooks.channels.queryOptions()).data ?? []
  const add = useMutation({
    mutationFn: sendAdd,
    onSuccess: () => {
      toast.success('Schedule added')
      setAdding(false)
      return queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      if (!errorItems(error).some(({ field }) => field !== undefined)) toast.failure(firstMessage(error, FAILED))
    },
  })
  const remove = useChange(sendRemove, {
    refresh: () => queryClient.invalidateQueries({ queryKey }),
    done: 'Schedule deleted',
    failed: FAILED,
  })
  if (list.error && !list.data) return <LoadFailure error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton height={120} radius="md" />
  return (
    <Stack>
      {list.data.length === 0 ? (
        <p className="hint">This {noun} isn’t sent to anyone yet.</p>
      ) : (
        <ul className="plain-list">
          {list.data.map((schedule) => (
            <ScheduleEntry
              key={schedule.id}
              schedule={schedule}
              channels={channels}
              isBusy={remove.isPending}
              onRemove={() => remove.mutate(schedule.id)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <ScheduleForm
          people={(people.data ?? []).map(({ email }) => email)}
          ownAddress={user?.email ?? ''}
          channels={channels}
          timeZone={account?.timeZone ?? 'UTC'}
          hasAttachment={hasAttachment}
          hasTeamMembers={hasTeamMembers}
          isBusy={add.isPending}
          problems={byField(add.error)}
          onAdd={(schedule) => add.mutate(schedule)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add a schedule
        </Button>
      )}
    </Stack>
  )
}

interface ScheduleEntryProps {
  readonly schedule: AnySchedule
  readonly channels: readonly Channel[]
  readonly isBusy: boolean
  readonly onRemove: () => void
}

const ScheduleEntry = ({ schedule, channels, isBusy, onRemove }: ScheduleEntryProps) => {
  const formats = useFormats()
  const words = formatTiming(schedule, formats)
  const posted = channels.filter(({ id }) => schedule.channels.includes(id))
  const { recipients, attachment, ownRows, nextDueUtc, lastSentUtc } = schedule
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong>{words}</strong>
        <span>
          {ownRows === true ? 'Own rows to' : 'To'} {[...recipients, ...posted.map(({ name }) => name)].join(', ')}
        </span>
        {attachment === undefined ? null : <span className="hint">{ATTACHMENT_LABELS[attachment ?? '']}</span>}
        <span className="hint">
          Next {formats.instant(nextDueUtc)}
          {lastSentUtc === null ? '' : ` · last sent ${formats.instant(lastSentUtc)}`}
        </span>
      </div>
      <ActionIcon size={32} aria-label={`Delete schedule: ${words}`} loading={isBusy} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  )
}

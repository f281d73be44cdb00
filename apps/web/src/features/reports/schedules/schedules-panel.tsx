import { ActionIcon, Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedReport, Schedule, ScheduleInput } from '#contract/saved-reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { errorItems, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ATTACHMENT_LABELS, formatTiming } from './schedule-timing.ts'
import classes from './schedules.module.css'

export interface SchedulesPanelProps {
  readonly report: Pick<SavedReport, 'id' | 'name'>
  readonly onClose: () => void
}

/** Schedules of a report. Only for roles that may share: its requests end the session of others. */
export const SchedulesPanel = ({ report, onClose }: SchedulesPanelProps) => {
  const account = useAccount()
  const user = useCurrentUser()
  return (
    <Drawer opened onClose={onClose} position="right" size="26rem" title={`Send ${report.name}`}>
      {account === null || user === null ? null : (
        <ReaderFormats account={account}>
          <Schedules reportId={report.id} timeZone={account.timeZone} ownAddress={user.email} />
        </ReaderFormats>
      )}
    </Drawer>
  )
}

interface SchedulesProps {
  readonly reportId: string
  readonly timeZone: string
  readonly ownAddress: string
}

const FAILED = 'Something went wrong. Check your connection and try again.'

const useScheduleChanges = (id: string, onAdded: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: queries.savedReports.schedules.queryKey({ input: { id } }) })
  const add = useMutation({
    mutationFn: (body: ScheduleInput) => api.savedReports.addSchedule({ params: { id }, body }),
    onSuccess: () => {
      toast.success('Schedule added')
      onAdded()
      return refresh()
    },
    onError: (error) => {
      if (!errorItems(error).some(({ field }) => field !== undefined)) toast.failure(firstMessage(error, FAILED))
    },
  })
  const remove = useMutation({
    mutationFn: (scheduleId: string) => api.savedReports.removeSchedule({ id, scheduleId }),
    onSuccess: () => {
      toast.success('Schedule deleted')
      return refresh()
    },
    onError: (error) => toast.failure(firstMessage(error, FAILED)),
  })
  return { add, remove }
}

/** `body.recipients[0]` is an error of the recipients. */
const byField = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldMessages(error)).map(([field, message]) => [
      field.replace(/^body\./, '').replace(/[[.].*$/, ''),
      message,
    ]),
  )

const Schedules = ({ reportId, timeZone, ownAddress }: SchedulesProps) => {
  const { queries } = useRuntime()
  const [isAdding, setAdding] = useState(false)
  const list = useQuery(queries.savedReports.schedules.queryOptions({ input: { id: reportId }, staleTime: 0 }))
  const people = useQuery(queries.users.list.queryOptions())
  const { add, remove } = useScheduleChanges(reportId, () => setAdding(false))
  if (list.error && !list.data) return <LoadFailure error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton height={120} radius="md" />
  return (
    <Stack>
      {list.data.length === 0 ? (
        <p className={classes.hint}>This report isn’t sent to anyone yet.</p>
      ) : (
        <ul className={classes.list}>
          {list.data.map((schedule) => (
            <ScheduleEntry
              key={schedule.id}
              schedule={schedule}
              isBusy={remove.isPending}
              onRemove={() => remove.mutate(schedule.id)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <ScheduleForm
          people={(people.data ?? []).map(({ email }) => email)}
          {...{ ownAddress, timeZone }}
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
  readonly schedule: Schedule
  readonly isBusy: boolean
  readonly onRemove: () => void
}

const ScheduleEntry = ({ schedule, isBusy, onRemove }: ScheduleEntryProps) => {
  const formats = useFormats()
  const words = formatTiming(schedule, formats)
  const { recipients, attachment, nextDueUtc, lastSentUtc } = schedule
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong>{words}</strong>
        <span>To {recipients.join(', ')}</span>
        <span className={classes.hint}>{ATTACHMENT_LABELS[attachment ?? '']}</span>
        <span className={classes.hint}>
          Next {formats.instant(nextDueUtc)}
          {lastSentUtc === null ? '' : ` · last sent ${formats.instant(lastSentUtc)}`}
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Delete schedule: ${words}`}
        loading={isBusy}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  )
}

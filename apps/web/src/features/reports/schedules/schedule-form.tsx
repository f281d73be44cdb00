import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, TagsInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Schedule, ScheduleInput } from '#contract/saved-reports.ts'
import type { Channel } from '#contract/webhooks.ts'
import { toWeekday } from '#domain/ranges/local-day.ts'
import { localDayOf, timeZoneName, toLocalTime } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { ATTACHMENT_LABELS, CADENCE_LABELS, nextSending } from './schedule-timing.ts'
import classes from './schedules.module.css'

export interface ScheduleFormProps {
  /** suggested addresses */
  readonly people: readonly string[]
  readonly ownAddress: string
  /** of Slack and Teams */
  readonly channels: readonly Channel[]
  /** IANA; of the account */
  readonly timeZone: string
  readonly isBusy: boolean
  /** false: the email itself is all there is */
  readonly hasAttachment: boolean
  /** whether its rows belong to team members */
  readonly hasTeamMembers: boolean
  /** errors from the server by field */
  readonly problems: Readonly<Record<string, string>>
  readonly onAdd: (schedule: ScheduleInput) => void
  readonly onCancel: () => void
}

type Draft = Pick<
  Schedule,
  'cadence' | 'weekday' | 'day' | 'hour' | 'recipients' | 'channels' | 'attachment' | 'ownRows'
>

const count = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const isCadence = (text: string): text is Draft['cadence'] => Object.hasOwn(CADENCE_LABELS, text)

const attachmentOf = (text: string): Draft['attachment'] =>
  text === 'csv' || text === 'xlsx' || text === 'pdf' ? text : null

/** Time, recipients and attachment of a schedule. */
export const ScheduleForm = (props: ScheduleFormProps) => {
  const { people, ownAddress, channels, timeZone, isBusy, hasAttachment, hasTeamMembers, problems, onAdd, onCancel } =
    props
  const formats = useFormats()
  const [draft, setDraft] = useState<Draft>({
    cadence: 'weekly',
    weekday: 1,
    day: 1,
    hour: 7,
    recipients: [ownAddress],
    channels: [],
    attachment: 'csv',
    ownRows: false,
  })
  const change = (next: Partial<Draft>): void => setDraft({ ...draft, ...next })
  const isUnaddressed = draft.recipients.length + draft.channels.length === 0
  const now = Date.now()
  const next = nextSending(draft, {
    today: localDayOf(now, timeZone),
    hour: Number(toLocalTime(now, timeZone).slice(0, 2)),
  })
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isUnaddressed) onAdd(draft)
  }
  const select = (value: number) => ({ value: String(value) })
  return (
    <Stack component="form" onSubmit={handleSubmit}>
      <div className={classes.when}>
        <NativeSelect
          label="Frequency"
          value={draft.cadence}
          data={Object.entries(CADENCE_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => isCadence(value) && change({ cadence: value })}
        />
        {draft.cadence === 'weekly' ? (
          <NativeSelect
            label="On"
            value={String(draft.weekday)}
            data={count(1, 7).map((day) => ({ ...select(day), label: formats.weekday(day, 'full') }))}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          />
        ) : null}
        {draft.cadence === 'monthly' ? (
          <NativeSelect
            label="On day"
            value={String(draft.day)}
            data={count(1, 31).map((day) => ({ ...select(day), label: day === 31 ? 'Last day' : String(day) }))}
            onChange={({ currentTarget }) => change({ day: Number(currentTarget.value) })}
          />
        ) : null}
        <NativeSelect
          label="At"
          value={String(draft.hour)}
          data={count(0, 23).map((hour) => ({ ...select(hour), label: formats.hour(hour) }))}
          onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
        />
      </div>
      <p className="hint" role="status">
        Next on {formats.weekday(toWeekday(next), 'full')}, {formats.day(next, 'full')} at {formats.hour(draft.hour)}{' '}
        {timeZoneName(timeZone)}, after that day’s sync is complete.
      </p>
      <TagsInput
        label="To"
        description="People in your account, by email address"
        data={[...people]}
        value={[...draft.recipients]}
        maxTags={50}
        error={problems.recipients ?? (isUnaddressed ? 'Choose at least one person' : null)}
        clearButtonProps={{ 'aria-label': 'Remove all' }}
        onChange={(recipients) => change({ recipients })}
      />
      {channels.length > 0 && (
        <MultiSelect
          label="Slack and Teams"
          description="Without what names customers or team members"
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...draft.channels]}
          maxValues={10}
          error={problems.channels}
          clearButtonProps={{ 'aria-label': 'Remove all channels' }}
          onChange={(chosen) => change({ channels: chosen })}
        />
      )}
      {hasAttachment ? (
        <NativeSelect
          label="Attachment"
          value={draft.attachment ?? ''}
          data={Object.entries(ATTACHMENT_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => change({ attachment: attachmentOf(currentTarget.value) })}
        />
      ) : null}
      {hasTeamMembers ? (
        <Checkbox
          label="Send each person only their own rows"
          description="Those of the team member with their name"
          checked={draft.ownRows}
          onChange={({ currentTarget }) => change({ ownRows: currentTarget.checked })}
        />
      ) : null}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <LockedButton type="submit" loading={isBusy} disabled={isUnaddressed}>
          Add schedule
        </LockedButton>
      </Group>
    </Stack>
  )
}

import { Button, Group, List } from '@mantine/core'
import { IconCalendarPlus, IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InsightAction } from '#contract/insight-progress.ts'
import type { InsightDetail } from '#contract/insights.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { PathLink } from '#ui/page-link.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NoteDialog } from '../../calendar/note-dialog.tsx'
import { useExport } from '../../reports/export/export-menu.tsx'
import { type ProgressChanges, useOutcome } from '../use-progress-changes.tsx'
import classes from './detail.module.css'
import { PageLink, Section } from './exact-number.tsx'

interface ActionProps {
  readonly insight: InsightDetail
  readonly changes: ProgressChanges
}

interface ButtonLinkProps {
  readonly action: { readonly address: string; readonly label: string }
}

const ButtonLink = ({ action: { address, label } }: ButtonLinkProps) => (
  <Button component={PathLink} href={address} leftSection={<IconExternalLink size={16} aria-hidden />}>
    {label}
  </Button>
)

type People = Extract<InsightAction, { kind: 'people' }>

const customerList = (customerIds: readonly string[]) => ({
  definition: { builtin: 'customers/list' },
  dimensionFilters: [{ columnId: 'customerId', values: [...customerIds] }],
})

const EMAILS_AT_ONCE = 500

const useEmails = ({ customerIds }: People) => {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: async () => {
      const { columns, rows } = await api.reports.query({ ...customerList(customerIds), pageSize: EMAILS_AT_ONCE })
      const index = columns.findIndex(({ columnId }) => columnId === 'email')
      const emails = rows.map((row) => row[index]).filter((email) => typeof email === 'string' && email !== '')
      await navigator.clipboard.writeText(emails.join(', '))
      return emails.length
    },
    onError: (error) => toast.failure(firstMessage(error, 'The addresses couldn’t be copied.')),
  })
}

/** Whoever exports or copies the list writes to the people: results are measured from then on. */
const PeopleButtons = ({ action, insight, changes }: ActionProps & { action: People }) => {
  const { start } = useExport(customerList(action.customerIds), insight.title)
  const emails = useEmails(action)
  const handleExport = (): void => {
    start('csv')
    changes.markActed(insight)
  }
  const handleCopied = (count: number): void => {
    toast.success(count === 1 ? '1 email address copied' : `${count} email addresses copied`)
    if (count > 0) changes.markActed(insight)
  }
  return (
    <>
      <ButtonLink action={action} />
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleExport}>
        Export CSV
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        loading={emails.isPending}
        onClick={() => emails.mutate(undefined, { onSuccess: handleCopied })}
      >
        Copy emails
      </Button>
    </>
  )
}

const NoteButton = ({
  action,
  insight,
  changes,
}: ActionProps & { action: Extract<InsightAction, { kind: 'note' }> }) => {
  const [isOpen, setOpen] = useState(false)
  const isLocked = usePlanLock() !== null
  const { note, label } = action
  return (
    <>
      <Button
        disabled={isLocked}
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <NoteDialog
          note={null}
          start={{ ...note, to: addDays(note.until, -1), text: '' }}
          today={note.from}
          onSaved={() => changes.markActed(insight)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const ActionButtons = ({ action, ...props }: ActionProps & { action: InsightAction }) => {
  switch (action.kind) {
    case 'people':
      return <PeopleButtons action={action} {...props} />
    case 'note':
      return <NoteButton action={action} {...props} />
    case 'page':
      return <ButtonLink action={action} />
  }
}

const OutcomeLine = ({ insight }: { insight: InsightDetail }) => {
  const formats = useFormats()
  const outcome = useOutcome(insight)
  if (outcome === null) return null
  const { text, amount, address, from, until, ends } = outcome
  return (
    <div className={classes.outcome} data-good={amount > 0 || undefined} role="status">
      <p className={classes.outcomeText}>{address === null ? text : <PageLink address={address}>{text}</PageLink>}</p>
      <p className={classes.hint}>
        Net sales after you acted, {formats.range(from, until)}.{' '}
        {until < ends && `Measured through ${formats.day(addDays(ends, -1), 'full')}. `}Some of these sales might have
        happened anyway.
      </p>
    </div>
  )
}

/** The advice with a button for it, and what came of it. */
export const ActionSection = ({ insight, changes }: ActionProps) => {
  const { advice, action, progress } = insight
  const isNoted = progress.actedUtc !== null
  if (advice.length === 0 && action === null) return null
  return (
    <Section title="What to do">
      {advice.length === 1 ? (
        <p className={classes.text}>{advice[0]}</p>
      ) : (
        <List size="sm" spacing={4}>
          {advice.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {action !== null && (
        <Group gap={8}>
          <ActionButtons action={action} insight={insight} changes={changes} />
        </Group>
      )}
      <OutcomeLine insight={insight} />
      {isNoted && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.takeBack}
          onClick={() => changes.undoActed(insight)}
        >
          I haven’t done this yet
        </Button>
      )}
    </Section>
  )
}

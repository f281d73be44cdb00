import { Button, Divider, Drawer, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SaveListMember } from '#contract/save-list.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { SAVE_ACTIONS, SAVE_ANSWERS } from '#domain/save-list.ts'
import { SUBJECT_PAGES } from '#domain/subject-pages.ts'
import { SUBJECTS } from '#reports/subjects/registry.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { SubjectTimeline } from '../subjects/subject-timeline.tsx'
import { StatusBadge } from './member-table.tsx'
import { ACTION_LABELS, ANSWER_LABELS, reasonsText, stepText } from './save-list-labels.ts'
import { useSaveListChanges } from './use-save-list-changes.ts'

interface MemberPanelProps {
  /** null: closed */
  readonly member: SaveListMember | null
  /** opens the one after it; null: it is the last */
  readonly onNext: (() => void) | null
  readonly onClose: () => void
}

/** A member with the reasons, a form for what was done now, what was done before, and what the member ordered. */
export const MemberPanel = ({ member, onNext, onClose }: MemberPanelProps) => (
  <Drawer
    opened={member !== null}
    onClose={onClose}
    position="right"
    size="26rem"
    title={member?.name ?? ''}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {member && (
      <Stack gap={20} data-lowers-toasts>
        <Group justify="space-between">
          <StatusBadge member={member} />
          {onNext && (
            <Button
              variant="default"
              size="xs"
              rightSection={<IconArrowRight size={14} aria-hidden />}
              onClick={onNext}
            >
              Next member
            </Button>
          )}
        </Group>
        <MemberFacts member={member} />
        <LogForm key={member.id} member={member} />
        <MemberLog member={member} />
        <Timeline key={member.address} address={member.address} />
      </Stack>
    )}
  </Drawer>
)

const MemberFacts = ({ member }: { member: SaveListMember }) => {
  const formats = useFormats()
  const { club, chance, yearlyValue, expectedLoss, endsOn, address } = member
  const page = useCustomer(address)
  const email = page?.row[page.columns.findIndex(({ columnId }) => columnId === 'email')]
  const money = formats.column([yearlyValue, expectedLoss], 'currency')
  return (
    <Stack gap={8}>
      <Text size="sm">{reasonsText(member)}.</Text>
      <Text size="sm">
        <strong>{money(expectedLoss)} at risk:</strong> a {Math.round(chance * 100)}% chance of canceling within three
        months, with {money(yearlyValue)} of orders in the last 365 days.
      </Text>
      <Text size="sm" c="dimmed">
        {club} · on the list until {formats.day(addDays(endsOn, -1), 'full')}
      </Text>
      <Group gap={8}>
        {typeof email === 'string' && email !== '' && (
          <Button component="a" href={`mailto:${email}`} variant="default">
            {email}
          </Button>
        )}
        <Button component={Link} to={address} variant="default">
          Open customer page
        </Button>
      </Group>
    </Stack>
  )
}

/** The customer with this page; undefined where the user may not open it. */
const useCustomer = (address: string) => {
  const { queries } = useRuntime()
  const id = decodeURIComponent(address.slice(SUBJECT_PAGES.customer.path.length + 1))
  return useQuery(queries.subjects.get.queryOptions({ input: { kind: 'customer', id }, retry: false })).data
}

/** Orders, visits, and shipments, the latest first. */
const Timeline = ({ address }: Pick<SaveListMember, 'address'>) => {
  const page = useCustomer(address)
  return page && <SubjectTimeline sources={SUBJECTS.customer.sections({ ...page, name: '', values: {} }).timeline} />
}

/** Logs what was done to keep a member. */
const LogForm = ({ member: { id } }: { member: SaveListMember }) => {
  const { log } = useSaveListChanges()
  const [action, setAction] = useState<(typeof SAVE_ACTIONS)[number]>('called')
  const [answer, setAnswer] = useState<(typeof SAVE_ANSWERS)[number] | null>(null)
  // A note that is not logged yet survives closing the panel and a reload in this tab.
  const [note, setNote, clearNote] = useSessionStorage({
    key: `saveListNote ${useCurrentUser()?.id} ${id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const text = note.trim()
  const handleSubmit = (): void => {
    const step = { id, action, answer: action === 'note' ? null : answer, note: text === '' ? null : text }
    log.mutate(step, {
      onSuccess: () => {
        clearNote()
        setAnswer(null)
      },
    })
  }
  return (
    <FormStack gap={12} onSubmit={handleSubmit}>
      <Group grow align="flex-start" gap={12}>
        <NativeSelect
          label="What you did"
          data={SAVE_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
          value={action}
          onChange={({ currentTarget: { value } }) => setAction(SAVE_ACTIONS.find((one) => one === value) ?? 'called')}
        />
        {action !== 'note' && (
          <NativeSelect
            label="Answer"
            data={[
              { value: '', label: 'None yet' },
              ...SAVE_ANSWERS.map((value) => ({ value, label: ANSWER_LABELS[value] })),
            ]}
            value={answer ?? ''}
            onChange={({ currentTarget: { value } }) => setAnswer(SAVE_ANSWERS.find((one) => one === value) ?? null)}
          />
        )}
      </Group>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Group justify="flex-end">
        <LockedButton type="submit" loading={log.isPending} disabled={action === 'note' && text === ''}>
          {action === 'note' ? 'Add note' : 'Log call'}
        </LockedButton>
      </Group>
    </FormStack>
  )
}

const MemberLog = ({ member: { steps } }: { member: SaveListMember }) => {
  const formats = useFormats()
  return (
    steps.length > 0 && (
      <ol className="plain-list" aria-label="History">
        {steps.map((step) => (
          <li key={step.id}>
            <Divider mb={8} />
            <Text size="sm">{stepText(step)}</Text>
            {step.note !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {step.note}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {step.userName ?? 'Former user'} · <time dateTime={step.utc}>{formats.instant(step.utc)}</time>
            </Text>
          </li>
        ))}
      </ol>
    )
  )
}

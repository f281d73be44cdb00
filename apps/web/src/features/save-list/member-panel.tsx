import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SaveListMember } from '#contract/save-list.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { LogForm } from './log-form.tsx'
import classes from './save-list.module.css'
import { reasonsText, stepText } from './save-list-labels.ts'

interface MemberPanelProps {
  /** null: closed */
  readonly member: SaveListMember | null
  readonly onClose: () => void
}

/** A member with the reasons, what was done, and a form for what was done now. */
export const MemberPanel = ({ member, onClose }: MemberPanelProps) => (
  <Drawer
    opened={member !== null}
    onClose={onClose}
    position="right"
    size="26rem"
    title={member?.name ?? ''}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {member && (
      <Stack gap={20}>
        <MemberFacts member={member} />
        <LogForm key={member.id} member={member} />
        <MemberLog member={member} />
      </Stack>
    )}
  </Drawer>
)

const MemberFacts = ({ member }: { member: SaveListMember }) => {
  const formats = useFormats()
  const { club, chance, yearlyValue, expectedLoss, endsOn, address } = member
  const money = formats.column([yearlyValue, expectedLoss], 'currency')
  return (
    <Stack gap={8}>
      <Text size="sm">{reasonsText(member)}.</Text>
      <Text size="sm">
        {formats.value(chance, 'percent')} chance of canceling within three months × {money(yearlyValue)} of orders in
        the last 365 days = {money(expectedLoss)} expected loss.
      </Text>
      <Text size="sm" c="dimmed">
        {club} · on the list until {formats.day(addDays(endsOn, -1), 'full')}
      </Text>
      <Anchor component={Link} to={address} size="sm" w="fit-content">
        Open customer page
      </Anchor>
    </Stack>
  )
}

const MemberLog = ({ member: { steps } }: { member: SaveListMember }) => {
  const formats = useFormats()
  return (
    steps.length > 0 && (
      <ol className={`plain-list ${classes.log}`} aria-label="History">
        {steps.map((step) => (
          <li key={step.id}>
            {stepText(step)}
            {step.note !== null && <p>{step.note}</p>}
            <Text size="xs" c="dimmed">
              {step.userName ?? 'Former user'} · <time dateTime={step.utc}>{formats.instant(step.utc)}</time>
            </Text>
          </li>
        ))}
      </ol>
    )
  )
}

import { NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RankingAccuracy, SaveList } from '#contract/save-list.ts'
import { HOLDOUT_PERCENTS } from '#domain/save-list.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import classes from './save-list.module.css'
import { ACTION_LABELS, resultText, summaryText } from './save-list-labels.ts'
import { useSaveListChanges } from './use-save-list-changes.ts'

/** One line on accuracy and result, which opens to the details. */
export const ListSummary = ({ list }: { list: SaveList }) => {
  const formats = useFormats()
  const isAdmin = useIsPermitted('administration')
  const { accuracy, result, heldOut, stayedByAction } = list
  if (accuracy === null) return null
  return (
    <details className={classes.summary}>
      <summary>{summaryText(accuracy, result, formats)}</summary>
      <Stack gap={24} mt={8} className={classes.details}>
        <Accuracy accuracy={accuracy} />
        <Part title="What it saved">
          <Text size="sm">
            {resultText(result, formats)}
            {heldOut > 0 && ` Held out now: ${heldOut}.`}
          </Text>
          {isAdmin && <Holdout percent={list.holdoutPercent} />}
        </Part>
        {stayedByAction.length > 0 && <StayedByAction groups={stayedByAction} />}
      </Stack>
    </details>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack component="section" gap={8}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
)

interface SharesProps {
  readonly label: string
  /** of the first column, which names the row, and of the numbers */
  readonly columns: readonly [string, ...string[]]
  readonly rows: readonly (readonly [string, ...string[]])[]
  readonly note: string
}

const Shares = ({ label, columns: [first, ...numbers], rows, note }: SharesProps) => (
  <>
    <ScrollTable label={label} minWidth={320} maxWidth={560} columns={[first, ...numbers.map(right)]}>
      {rows.map(([name, ...cells]) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          {cells.map((cell, index) => (
            <Table.Td key={numbers[index]} ta="right">
              {cell}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ScrollTable>
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  </>
)

const Accuracy = ({ accuracy }: { accuracy: RankingAccuracy }) => {
  const formats = useFormats()
  const { bands, concordance, recencyConcordance, from, until, cancellations } = accuracy
  const percent = (share: number): string => formats.value(share, 'percent')
  return (
    <Part title="Accuracy on your own past">
      <Text size="sm">
        Tested on months that it had not learned from ({formats.range(from, until)}): given a member who canceled and
        one who stayed, it ranked the first higher {percent(concordance)} of the time. Days since the last visit or
        order alone: {percent(recencyConcordance)}. A coin toss: 50%.
      </Text>
      <Shares
        label="Predicted and actual cancellations by risk"
        columns={['Risk', 'Members × months', 'Predicted', 'Canceled']}
        rows={bands.map(({ members, predicted, canceled }, index) => [
          `Group ${index + 1}${index === 0 ? ', lowest' : ''}${index === bands.length - 1 ? ', highest' : ''}`,
          formats.value(members, 'integer'),
          percent(predicted),
          percent(canceled / members),
        ])}
        note={`Members who cancel in a month; ${formats.value(cancellations, 'integer')} cancellations in all.`}
      />
    </Part>
  )
}

const Holdout = ({ percent }: { percent: number }) => {
  const { setHoldout } = useSaveListChanges()
  const isLocked = usePlanLock() !== null
  return (
    <NativeSelect
      label="Leave out at random"
      description="Members who enter from now on, for three months. Insights may still name them. A new share starts a new comparison."
      maw={560}
      disabled={isLocked || setHoldout.isPending}
      data={HOLDOUT_PERCENTS.map((value) => ({ value: String(value), label: value === 0 ? 'Nobody' : `${value}%` }))}
      value={String(percent)}
      onChange={({ currentTarget: { value } }) =>
        setHoldout.mutate(HOLDOUT_PERCENTS.find((one) => String(one) === value) ?? 0)
      }
    />
  )
}

const StayedByAction = ({ groups }: { groups: SaveList['stayedByAction'] }) => {
  const formats = useFormats()
  const percent = (share: number): string => formats.value(share, 'percent')
  return (
    <Part title="What was done before">
      <Shares
        label="Members who stayed by what was done"
        columns={['Step', 'Members', 'Stayed', '95% interval']}
        rows={groups.map(({ action, hits, of, low, high }) => [
          ACTION_LABELS[action],
          formats.value(of, 'integer'),
          percent(hits / of),
          `${percent(low)} – ${percent(high)}`,
        ])}
        note="Observed, not caused by the step: you choose whom to call."
      />
    </Part>
  )
}

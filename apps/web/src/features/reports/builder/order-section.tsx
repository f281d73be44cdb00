import { ActionIcon, Button, NativeSelect, NumberInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { aggregatedName } from '#domain/report-terms.ts'
import classes from './builder.module.css'
import { BuilderSection, useBuilder } from './builder-context.tsx'
import { problemAt } from './field-problems.ts'
import { type DraftSort, findColumn } from './report-draft.ts'

/** Maximum of the row limit. */
const MAX_TOP = 10_000

const DIRECTIONS = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
]
const CHANGES = [
  { value: 'desc.change', label: 'Largest increase first' },
  { value: 'asc.change', label: 'Largest decrease first' },
]

/** Sort order and row limit. */
export const OrderSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const columns = [...new Map(draft.columns.map((column) => [column.columnId, column])).values()]
  const options = columns.map(({ columnId, displayName, aggregation }) => ({
    value: columnId,
    label: displayName ?? aggregatedName(findColumn(type, columnId)?.displayName ?? columnId, aggregation),
  }))
  const unsorted = options.find(({ value }) => !draft.sort.some(({ columnId }) => columnId === value))
  const replace = (index: number, sort: DraftSort): void =>
    edit({ kind: 'changed', change: { sort: draft.sort.map((one, at) => (at === index ? sort : one)) } })
  const add = (columnId: string): void =>
    edit({ kind: 'changed', change: { sort: [...draft.sort, { columnId, direction: 'desc' }] } })

  return (
    <BuilderSection
      title="Sort and limit"
      problem={problemAt(problems, 'orderColumns') ?? problemAt(problems, 'top')}
      action={
        unsorted === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(unsorted.value)}
          >
            Add sort
          </Button>
        )
      }
    >
      {draft.sort.map(({ columnId, direction, by }, index) => (
        <div key={columnId} className={classes.sort}>
          <NativeSelect
            size="xs"
            aria-label={`Sort ${index + 1}: column`}
            value={columnId}
            data={options}
            onChange={({ currentTarget }) => replace(index, { columnId: currentTarget.value, direction })}
          />
          <NativeSelect
            size="xs"
            aria-label={`Sort ${index + 1}: direction`}
            value={by === 'change' ? `${direction}.change` : direction}
            data={index === 0 && draft.compare !== null ? [...DIRECTIONS, ...CHANGES] : DIRECTIONS}
            onChange={({ currentTarget: { value } }) =>
              replace(index, {
                columnId,
                direction: value.startsWith('asc') ? 'asc' : 'desc',
                ...(value.endsWith('.change') ? { by: 'change' as const } : {}),
              })
            }
          />
          <ActionIcon
            aria-label={`Remove sort ${index + 1}`}
            onClick={() => edit({ kind: 'changed', change: { sort: draft.sort.filter((_, at) => at !== index) } })}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      {draft.pivot !== null ? null : (
        <NumberInput
          size="xs"
          label="Limit to top N"
          description={draft.isGrouped ? 'Group the rest as “All others”' : undefined}
          placeholder="All rows"
          min={1}
          max={MAX_TOP}
          allowDecimal={false}
          clampBehavior="strict"
          value={draft.top ?? ''}
          onChange={(value) =>
            edit({ kind: 'changed', change: { top: typeof value === 'number' ? value : null } }, 'top')
          }
        />
      )}
    </BuilderSection>
  )
}

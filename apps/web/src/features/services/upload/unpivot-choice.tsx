import { Button, MultiSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'

interface UnpivotChoiceProps {
  readonly preview: FilePreview
  readonly onChoose: (columns: readonly string[]) => void
}

const KINDS: readonly FilePreview['kind'][] = ['orders', 'order_lines', 'inventory']

/** Columns whose filled cells become a record each, such as one column of amounts per channel. */
export const UnpivotChoice = ({ preview, onChoose }: UnpivotChoiceProps) => {
  const { unpivot, columns, kind } = preview
  const [opened, setOpened] = useState(false)
  if (!KINDS.includes(kind)) return null
  if (unpivot === null && !opened) {
    return (
      <div>
        {/* Its words begin where the fields do. */}
        <Button variant="subtle" size="compact-sm" ml={-9} onClick={() => setOpened(true)}>
          Amounts in several columns?
        </Button>
      </div>
    )
  }
  const own = unpivot ? columns.filter((name) => name !== unpivot.heading && name !== unpivot.value) : columns
  return (
    <Stack gap={4}>
      <MultiSelect
        label="Amounts in several columns"
        description="If each channel, location, or product has its own column, choose those columns. Each filled cell becomes a record, with the column name in “Heading” and the amount in “Value”."
        placeholder={unpivot ? '' : 'Choose columns'}
        maw={640}
        data={own}
        value={unpivot?.columns ?? []}
        onChange={onChoose}
        searchable
      />
    </Stack>
  )
}

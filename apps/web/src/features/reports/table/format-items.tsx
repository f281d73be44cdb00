import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Format } from '#domain/report-terms.ts'
import { formatLabel } from '../builder/column-choices.ts'

interface FormatItemsProps {
  readonly formats: readonly Format[]
  readonly chosen: Format
  readonly onChoose: (format: Format) => void
}

/** The formats of a number or date, in a menu. */
export const FormatItems = ({ formats, chosen, onChoose }: FormatItemsProps) =>
  formats.length < 2 ? null : (
    <>
      <Menu.Label>Format</Menu.Label>
      {formats.map((format) => (
        <Menu.Item
          key={format}
          leftSection={
            format === chosen ? (
              <IconCheck size={14} aria-label="Chosen" />
            ) : (
              <IconCheck size={14} visibility="hidden" aria-hidden />
            )
          }
          onClick={() => onChoose(format)}
        >
          {formatLabel(format)}
        </Menu.Item>
      ))}
    </>
  )

import { NativeSelect, Text } from '@mantine/core'
import type { FilePreview } from '#contract/imports.ts'

interface TableChoiceProps {
  readonly preview: FilePreview
  /** null: the server's choice */
  readonly table: string | null
  readonly onChoose: (table: string | null) => void
}

const PROPOSED = ''

/** The sheet of a workbook or the file of a ZIP file; nothing when there is only one. */
export const TableChoice = ({ preview: { tables, tablesRead }, table, onChoose }: TableChoiceProps) => {
  if (tables.length < 2) return null
  const [first] = tablesRead
  const isJoined = table === null && tablesRead.length > 1
  const all = isJoined ? `All ${tablesRead.length} with the same columns` : 'As proposed'
  const isProposed = (name: string) => table === null && !isJoined && name === first
  return (
    <NativeSelect
      label="Sheet or file"
      maw={320}
      value={table ?? (isJoined ? PROPOSED : first)}
      data={[
        ...(isJoined || (table !== null && tablesRead.length < 2) ? [{ value: PROPOSED, label: all }] : []),
        ...tables,
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (!isProposed(value)) onChoose(value === PROPOSED ? null : value)
      }}
    />
  )
}

/** How the file was read, and the lines that were left out. */
export const FileNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <Text component="ul" size="sm" my={0} pl={20} aria-label="How the file was read">
      {notes.map((note) => (
        <li key={note}>{note}.</li>
      ))}
    </Text>
  )

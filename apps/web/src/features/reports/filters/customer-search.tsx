import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { SearchField } from '#web/app/listing.tsx'
import type { ReportFilter } from './report-filter.ts'

const COLUMN = 'customerName'

const isSearch = ({ columnId, comparison }: ReportFilter): boolean => columnId === COLUMN && comparison === 'Contains'

/** The filters other than the search for a name, and the text that is searched. */
export const splitSearch = (filters: readonly ReportFilter[]): { text: string; others: readonly ReportFilter[] } => {
  const search = filters.find(isSearch)
  return { text: String(search?.value ?? ''), others: filters.filter((filter) => filter !== search) }
}

export const withSearch = (filters: readonly ReportFilter[], text: string): readonly ReportFilter[] => {
  const { others } = splitSearch(filters)
  const name = text.trim()
  return name === '' ? others : [...others, { columnId: COLUMN, comparison: 'Contains', value: name }]
}

/** Milliseconds without typing before the customers are searched. */
const REST = 300

interface CustomerSearchProps {
  readonly filters: readonly ReportFilter[]
  readonly onChange: (filters: readonly ReportFilter[]) => void
}

/** Limits the list of customers to those whose name contains a text. */
export const CustomerSearch = ({ filters, onChange }: CustomerSearchProps) => {
  const { text: inForce } = splitSearch(filters)
  const [typed, setTyped] = useState({ text: inForce, inForce })
  // Back, for example, changes what is searched.
  if (typed.inForce !== inForce) setTyped({ text: typed.text.trim() === inForce ? typed.text : inForce, inForce })
  const search = useDebouncedCallback((wanted: string) => onChange(withSearch(filters, wanted)), REST)
  const handleChange = (text: string): void => {
    setTyped({ text, inForce })
    search(text)
  }
  return <SearchField label="Search customers" size="xs" flex="0 0 240px" value={typed.text} onChange={handleChange} />
}

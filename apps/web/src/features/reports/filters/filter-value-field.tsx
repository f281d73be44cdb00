import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Formats, namedNumber } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { type CodeOption, codeOptions } from '#domain/code-labels.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { type FilterColumn, filterValueKind } from './report-filter.ts'

interface FilterValueFieldProps {
  readonly reportType: string
  readonly column: FilterColumn
  readonly value: Cell
  readonly error: string | null
  readonly onChange: (value: Cell) => void
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)

const numbersOf = (columnId: string): number[] => {
  if (columnId.endsWith('Hour')) return range(0, 24)
  return range(1, columnId.endsWith('Weekday') ? 7 : 12)
}

const choicesOf = (
  reportType: string,
  { columnId, type, choices }: FilterColumn,
  formats: Formats,
): readonly CodeOption[] =>
  choices !== undefined
    ? choices.map((label) => ({ value: label, label }))
    : type === 'enum'
      ? codeOptions(reportType, columnId)
      : numbersOf(columnId).map((number) => ({ value: String(number), label: namedNumber(columnId, number, formats) }))

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/Month$/, 'For example, 2026-03'],
  [/Quarter$/, 'For example, 2026-Q1'],
]

/** The value field for the type of the filter's column. */
export const FilterValueField = (props: FilterValueFieldProps) => {
  const kind = filterValueKind(props.column)
  if (kind === 'number' || kind === 'percent')
    return <NumberValueField {...props} share={kind === 'percent' ? 100 : 1} />
  if (kind === 'choice') return <ChoiceField {...props} />
  return <TextField {...props} type={kind === 'day' ? 'date' : 'text'} />
}

const ChoiceField = ({ reportType, column, value, error, onChange }: FilterValueFieldProps) => {
  const choices = choicesOf(reportType, column, useFormats())
  const isKnown = value === null || value === '' || choices.some((choice) => choice.value === String(value))
  if (choices.length === 0) return <TextField {...{ reportType, column, value, error, onChange }} type="text" />
  const chosen = (text: string): Cell => (column.type === 'enum' || column.type === 'text' ? text : Number(text))
  return (
    <NativeSelect
      label="Value"
      error={error}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? null : chosen(text))}
      data={[
        { value: '', label: 'Choose…' },
        ...choices,
        // a name that the account no longer has
        ...(isKnown ? [] : [{ value: String(value), label: String(value) }]),
      ]}
    />
  )
}

const TextField = (props: FilterValueFieldProps & { readonly type: 'text' | 'date' }) => {
  const { column, value, error, onChange, type } = props
  const hint = HINTS.find(([name]) => name.test(column.columnId))?.[1]
  return (
    <TextInput
      label="Value"
      type={type}
      maxLength={1000}
      error={error}
      value={value === null ? '' : String(value)}
      {...(hint === undefined ? {} : { placeholder: hint })}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}

/** Removes rounding noise of a division by 100: 12.3% is 0.123. */
const tidy = (value: number): number => Number(value.toPrecision(15))

const NumberValueField = (props: FilterValueFieldProps & { readonly share: number }) => {
  const { column, value, error, onChange, share } = props
  // Keeps the typed text: `1.` may become a number.
  const [text, setText] = useState(() => (value === null || value === '' ? '' : String(tidy(Number(value) * share))))
  const handleChange = (typed: string): void => {
    setText(typed)
    const number = Number(typed.trim().replace(',', '.'))
    onChange(typed.trim() === '' || !Number.isFinite(number) ? null : tidy(number / share))
  }
  const isNumber = text.trim() === '' || value !== null
  return (
    <TextInput
      label={share === 100 ? 'Value (%)' : 'Value'}
      inputMode="decimal"
      maxLength={30}
      error={error ?? (isNumber ? null : `Enter a number for ${column.displayName}`)}
      value={text}
      onChange={({ currentTarget }) => handleChange(currentTarget.value)}
    />
  )
}

import { Radio, Stack } from '@mantine/core'

interface ChoiceListProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly labels: Readonly<Record<T, { readonly label: string; readonly description: string }>>
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A radio group whose options have descriptions. */
export const ChoiceList = <T extends string>({ label, values, labels, value, onChange }: ChoiceListProps<T>) => {
  const handleChange = (text: string): void => {
    const chosen = values.find((known) => known === text)
    if (chosen !== undefined) onChange(chosen)
  }
  return (
    <Radio.Group aria-label={label} value={value} onChange={handleChange}>
      <Stack gap="sm">
        {values.map((known) => (
          <Radio key={known} value={known} label={labels[known].label} description={labels[known].description} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

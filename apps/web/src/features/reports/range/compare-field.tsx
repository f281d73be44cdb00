import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { COMPARE_MODES, type CompareMode } from '#domain/ranges/comparison-range.ts'

const CHOICES = [
  { value: '', label: 'No comparison' },
  { value: 'previousPeriod', label: 'Previous period' },
  { value: 'previousYear', label: 'Previous year' },
]

interface CompareFieldProps extends Pick<NativeSelectProps, 'label' | 'description' | 'aria-label'> {
  readonly value: CompareMode | null
  readonly onChange: (compare: CompareMode | null) => void
}

/** Which period a report is compared with. */
export const CompareField = ({ value, onChange, ...named }: CompareFieldProps) => (
  <NativeSelect
    {...named}
    size="xs"
    value={value ?? ''}
    data={CHOICES}
    onChange={({ currentTarget }) => onChange(COMPARE_MODES.find((mode) => mode === currentTarget.value) ?? null)}
  />
)

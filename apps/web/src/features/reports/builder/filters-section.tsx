import { SegmentedControl, Switch } from '@mantine/core'
import { FilterChips } from '../filters/filter-chips.tsx'
import { useBuilder } from './builder-context.tsx'
import { BuilderSection } from './builder-section.tsx'
import { problemAt } from './field-problems.ts'

const OPERATORS = [
  { value: 'And', label: 'Match all filters' },
  { value: 'Or', label: 'Match any filter' },
]

/** The filters of the report. */
export const FiltersSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  return (
    <BuilderSection title="Filters" problem={problemAt(problems, 'filters')}>
      <FilterChips
        reportType={type.reportType}
        columns={type.columns}
        filters={draft.filters}
        onChange={(filters) => edit({ kind: 'filtered', filters })}
      />
      {draft.filters.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label="Filter matching"
          data={OPERATORS}
          value={draft.filterOperator}
          onChange={(value) => edit({ kind: 'joined', operator: value === 'Or' ? 'Or' : 'And' })}
        />
      ) : null}
      <Switch
        size="xs"
        label="Prompt for filters"
        checked={draft.requiresFilter}
        onChange={({ currentTarget }) => edit({ kind: 'filterDemanded', requiresFilter: currentTarget.checked })}
      />
    </BuilderSection>
  )
}

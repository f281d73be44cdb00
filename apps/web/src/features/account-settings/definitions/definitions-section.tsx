import { Skeleton } from '@mantine/core'
import type { DefinitionChoice } from '#contract/account.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { type DraftChange, type SettingsDraft, wayOf, withWay } from '../settings-draft.ts'
import type { SettingsProblems } from '../settings-problems.ts'
import { SettingsSection } from '../settings-section.tsx'
import { DefinitionChoiceField } from './definition-choice.tsx'

interface DefinitionsSectionProps {
  readonly query: {
    readonly data: readonly DefinitionChoice[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly draft: SettingsDraft
  readonly saved: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

/** How metrics are counted where wineries differ. */
export const DefinitionsSection = ({ query, draft, saved, problems, onChange }: DefinitionsSectionProps) => {
  const { data, error, refetch } = query
  return (
    <SettingsSection
      id="definitions"
      title="Definitions"
      description="Wineries count some things differently. Choose what is right for yours: every dashboard, report and export follows, past months too, from the moment you save. A number’s passport says by which way it was counted."
    >
      {!data && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {!data && error === null && <Skeleton h={280} />}
      {data?.map((choice) => (
        <DefinitionChoiceField
          key={choice.id}
          choice={choice}
          way={wayOf(draft, choice)}
          problem={problems[`definitions.${choice.id}`]}
          onChange={(way) => onChange({ definitions: withWay(draft, saved, choice, way) })}
        />
      ))}
    </SettingsSection>
  )
}

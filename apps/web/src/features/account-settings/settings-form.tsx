import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'
import { SaveBar } from '../product-choices/save-bar.tsx'
import { DangerSection } from './danger-section.tsx'
import { DataSection } from './data-section.tsx'
import { DefinitionsSection } from './definitions/definitions-section.tsx'
import { NumberChangesDialog } from './number-changes-dialog.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { SectionLinks } from './section-links.tsx'
import classes from './settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'
import { WinerySection } from './winery-section.tsx'

interface SettingsFormProps {
  readonly account: Account
  readonly location: Location
  readonly definitions: Pick<UseQueryResult<DefinitionChoice[]>, 'data' | 'error' | 'refetch'>
}

/** All settings of the account, changed here and saved in one go. */
export const SettingsForm = ({ account, location, definitions }: SettingsFormProps) => {
  const form = useSettingsForm({ account, location, choices: definitions.data ?? [] })
  const { draft, saved, change, problems, confirmation } = form
  const culture = useCurrentUser()?.culture ?? account.culture
  return (
    <FormatsProvider culture={culture} currency={account.currency} timeZone={account.timeZone}>
      <div className={classes.body}>
        <SectionLinks isWhole={definitions.data !== undefined} />
        <div className={classes.sections}>
          {form.isRestored && <RestoredNotice onDiscard={draft.discard} />}
          <WinerySection account={account} draft={draft.value} problems={problems} onChange={change} />
          <NumbersSection draft={draft.value} problems={problems} onChange={change} />
          <DefinitionsSection
            query={definitions}
            draft={draft.value}
            saved={saved}
            problems={problems}
            onChange={change}
          />
          <DataSection />
          <DangerSection account={account} />
          <SaveBar
            draft={draft}
            isSaving={form.isSaving}
            problem={form.problem}
            leaving="Your changes are not saved yet. They are kept in this browser and are here again when you come back."
            onSave={form.start}
          />
        </div>
      </div>
      {confirmation && (
        <NumberChangesDialog
          changes={confirmation.changes}
          isSaving={form.isSaving}
          onSave={confirmation.send}
          onClose={confirmation.close}
        />
      )}
    </FormatsProvider>
  )
}

const RestoredNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice
    role="status"
    title="Your unsaved changes are back"
    icon={<IconHistory size={20} stroke={1.5} aria-hidden />}
    action={
      <Button size="xs" variant="default" onClick={onDiscard}>
        Discard them
      </Button>
    }
  >
    They were kept in this browser when you left.
  </Notice>
)

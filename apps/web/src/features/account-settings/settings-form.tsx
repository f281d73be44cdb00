import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { Notice, type QueryState } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { CustomFieldsSection } from '#web/features/custom-fields/custom-fields-section.tsx'
import { OwnCodesSection } from '#web/features/own-codes/own-codes-section.tsx'
import { DefinitionsSection } from './definitions-section.tsx'
import { DangerSection, DataSection } from './export-panel.tsx'
import { NumbersSection, WinerySection } from './setting-sections.tsx'
import classes from './settings.module.css'
import type { NumberChange } from './settings-draft.ts'
import { useSettingsForm } from './use-settings-form.ts'

interface NumberChangesDialogProps {
  readonly changes: readonly NumberChange[]
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Explains the effects on numbers before saving. */
const NumberChangesDialog = ({ changes, isSaving, onSave, onClose }: NumberChangesDialogProps) => (
  <Modal opened onClose={onClose} title="Numbers will change">
    <Text size="sm">
      These changes apply as soon as you save, including to past dates, on all dashboards, reports, exports, and emails.
      Anything already sent or exported stays as it is.
    </Text>
    <dl className={classes.changes}>
      {changes.map(({ title, effect }) => (
        <div key={title}>
          <Text component="dt" size="sm">
            {title}
          </Text>
          <Text component="dd" size="sm" c="dimmed">
            {effect}
          </Text>
        </div>
      ))}
    </dl>
    <DialogButtons
      mt="lg"
      confirm="Save and change numbers"
      cancel="Keep editing"
      focus="confirm"
      isBusy={isSaving}
      locksCancel
      onConfirm={onSave}
      onCancel={onClose}
    />
  </Modal>
)

const SECTIONS = [
  ['winery', 'Winery'],
  ['numbers', 'Region and calendar'],
  ['definitions', 'Definitions'],
  ['custom-fields', 'Custom fields'],
  ['own-codes', 'Channels, types, and statuses'],
  ['data', 'Your data'],
  ['deletion', 'Delete account'],
] as const

const titleId = (id: string): string => `${id}-title`

/** Scrolls to a section and moves the keyboard focus there. */
const show = (id: string): void => {
  document.getElementById(id)?.scrollIntoView()
  document.getElementById(titleId(id))?.focus({ preventScroll: true })
}

interface SectionLinksProps {
  /** whether all sections have loaded, so that the layout is final */
  readonly isWhole: boolean
}

/** Links to the sections. The section named by the URL hash is shown. */
const SectionLinks = ({ isWhole }: SectionLinksProps) => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') show(hash)
  }, [hash])
  useEffect(() => {
    // Content loaded above has moved the section. Keep the position if the focus has moved elsewhere.
    if (isWhole && hash !== '' && document.activeElement?.id === titleId(hash)) show(hash)
  }, [hash, isWhole])
  return (
    <nav aria-label="Sections" className={classes.nav}>
      <ul className={classes.links}>
        {SECTIONS.map(([id, title]) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              search
              className={classes.link}
              activeProps={{ 'aria-current': undefined }}
              onClick={() => show(id)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SettingsFormProps {
  readonly account: Account
  readonly location: Location
  readonly definitions: QueryState<readonly DefinitionChoice[]>
}

/** All account settings in one form that is saved as a whole. */
export const SettingsForm = ({ account, location, definitions }: SettingsFormProps) => {
  const form = useSettingsForm({ account, location, definitions: definitions.data ?? [] })
  const { draft, saved, change, problems, confirmation } = form
  return (
    <ReaderFormats account={account}>
      <div className={classes.body}>
        <SectionLinks isWhole={definitions.data !== undefined} />
        <Stack miw={0}>
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
          <CustomFieldsSection />
          <OwnCodesSection />
          <DataSection />
          <DangerSection account={account} />
          <SaveBar
            draft={draft}
            isSaving={form.isSaving}
            problem={form.problem}
            leaving="Your changes stay in this browser until you come back."
            onSave={form.start}
          />
        </Stack>
      </div>
      {confirmation && (
        <NumberChangesDialog
          changes={confirmation.changes}
          isSaving={form.isSaving}
          onSave={confirmation.send}
          onClose={confirmation.close}
        />
      )}
    </ReaderFormats>
  )
}

const RestoredNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice
    role="status"
    title="Unsaved changes restored"
    icon={<IconHistory size={20} stroke={1.5} aria-hidden />}
    action={
      <Button size="xs" variant="default" onClick={onDiscard}>
        Discard changes
      </Button>
    }
  />
)

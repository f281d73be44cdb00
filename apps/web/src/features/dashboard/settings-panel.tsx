import { Button, Drawer, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import { TileFrame } from '#ui/tile-frame.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useCompareModes } from '#web/features/plan/use-plans.ts'
import type { AnyWidget, SettingField } from '#widgets/kit/widget.ts'
import { findView } from '#widgets/views.tsx'
import classes from './panels.module.css'
import { TileFooter, TilePicture } from './tile-picture.tsx'
import { shownResult } from './tile-state.ts'
import { useTileState, useTileStore } from './tile-store-context.tsx'

const ReportFields = lazy(() => import('./report-source-field.tsx').then((m) => ({ default: m.ReportFields })))

export interface SettingsPanelProps {
  readonly id: string
  readonly widget: AnyWidget
  readonly props: Readonly<Record<string, unknown>>
  readonly emptyReason: string
  readonly onChange: (props: Readonly<Record<string, unknown>>) => void
  readonly onClose: () => void
}

/** Settings of one widget. Each change applies immediately and can be undone. */
export const SettingsPanel = ({ id, widget, props, emptyReason, onChange, onClose }: SettingsPanelProps) => {
  const settings = widget.parseSettings(props)
  const mayRead = useIsPermitted('reports')
  const change = (name: string, value: unknown): void => onChange({ ...props, [name]: value })
  const fields = widget.fields.filter(({ requires }) => requires === undefined || settings[requires] === true)
  const title = typeof settings.title === 'string' ? settings.title : widget.title
  return (
    <Drawer opened onClose={onClose} position="right" size="24rem" title="Widget settings">
      <Stack gap="md">
        <Preview {...{ id, widget, settings, title, emptyReason }} />
        <TitleField title={title} onSave={(value) => change('title', value)} />
        <Suspense fallback={null}>
          {widget.content === 'report' && mayRead ? <ReportFields {...{ id, props, onChange }} /> : null}
        </Suspense>
        {widget.content === 'settings' ? (
          <TextContent text={String(settings.text ?? '')} onSave={(value) => change('text', value)} />
        ) : null}
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={settings[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ))}
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Stack>
    </Drawer>
  )
}

interface FieldProps {
  readonly field: SettingField
  readonly value: unknown
  readonly onChange: (value: string | boolean) => void
}

const Field = ({ field: { name, label, control }, value, onChange }: FieldProps) => {
  const modes: readonly string[] = useCompareModes(typeof value === 'string' ? value : null)
  return control.kind === 'switch' ? (
    <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  ) : (
    <Select
      label={label}
      data={control.options
        .filter((option) => name !== 'compareWith' || modes.includes(option.value))
        .map((option) => ({ ...option }))}
      value={typeof value === 'string' ? value : null}
      allowDeselect={false}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

/** A title is one undo step, not one per letter. A blank title restores the previous one. */
const TitleField = ({ title, onSave }: { title: string; onSave: (title: string) => void }) => {
  const [draft, setDraft] = useState(title)
  // Choosing a report names the tile.
  useEffect(() => setDraft(title), [title])
  const finishEditing = (): void => {
    const text = draft.trim()
    if (text === '') setDraft(title)
    else if (text !== title) onSave(text)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finishEditing()
  }
  return (
    <TextInput
      label="Title"
      value={draft}
      maxLength={200}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finishEditing}
      onKeyDown={handleKey}
    />
  )
}

const MAX_TEXT = 3_000

/** The text of a tile; saved when the field is left, as one undo step. */
const TextContent = ({ text, onSave }: { text: string; onSave: (text: string) => void }) => {
  const [draft, setDraft] = useState(text)
  return (
    <Textarea
      label="Text"
      description="Markdown: **bold**, # heading, - list, [link](https://example.com)"
      autosize
      minRows={4}
      maxRows={16}
      maxLength={MAX_TEXT}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => (draft === text ? undefined : onSave(draft))}
    />
  )
}

interface PreviewProps extends Pick<SettingsPanelProps, 'id' | 'widget' | 'emptyReason'> {
  readonly settings: Readonly<Record<string, unknown>>
  readonly title: string
}

const Preview = ({ id, widget, settings, title, emptyReason }: PreviewProps) => {
  const state = useTileState(id)
  const store = useTileStore()
  const view = findView(widget.type)
  const result = shownResult(state)
  if (view === null) return null
  return (
    <div className={classes.preview}>
      <TileFrame
        title={title}
        isBare={view.frame === 'bare'}
        isBusy={state?.status === 'refreshing'}
        footer={view.frame === 'titled' && result !== null ? <TileFooter result={result} /> : null}
      >
        <TilePicture
          {...{ title, view, settings, state, emptyReason }}
          isTable={false}
          onRetry={() => store.retry(id)}
        />
      </TileFrame>
    </div>
  )
}

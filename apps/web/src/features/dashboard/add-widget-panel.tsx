import { Drawer, Text } from '@mantine/core'
import { useIsPermitted } from '#web/app/current-user.ts'
import { findFixture } from '#widgets/fixtures.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import { ALL_WIDGETS } from '#widgets/registry.ts'
import { findView } from '#widgets/views.tsx'
import classes from './panels.module.css'

export interface AddWidgetPanelProps {
  readonly isOpen: boolean
  readonly onAdd: (widget: AnyWidget) => void
  readonly onClose: () => void
  /** called when the panel has closed and released the focus */
  readonly onClosed: () => void
}

/** Every widget with a sample preview. */
export const AddWidgetPanel = ({ isOpen, onAdd, onClose, onClosed }: AddWidgetPanelProps) => {
  const mayRead = useIsPermitted('reports')
  const offered = ALL_WIDGETS.filter(({ content }) => mayRead || (content !== 'report' && content !== 'goal'))
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      position="right"
      size="24rem"
      title="Add Widget"
    >
      <Text size="sm" c="dimmed" mb="sm">
        Previews show sample data. Widgets on your dashboard show yours.
      </Text>
      <ul className="plain-list">
        {offered.map((widget) => (
          <li key={widget.type} className={classes.offer}>
            <button type="button" className={`bare-button ${classes.offerTitle}`} onClick={() => onAdd(widget)}>
              {widget.title}
            </button>
            <p className={`hint ${classes.offerText}`}>{widget.description}</p>
            <SamplePicture type={widget.type} />
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

/** Half size of a small tile. */
const SAMPLE = { width: 224, height: 104 }

const SamplePicture = ({ type }: { type: string }) => {
  const view = findView(type)
  const fixture = findFixture(type)
  if (view === null || fixture === null) return null
  return (
    <div className={classes.offerSample}>
      <div className={classes.offerPicture} inert aria-hidden="true">
        <div className={classes.offerScale}>
          <view.View {...fixture} box={SAMPLE} />
        </div>
      </div>
      {view.isStatic ? null : <span className={classes.sampleMark}>Sample data</span>}
    </div>
  )
}

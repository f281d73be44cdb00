import { Kbd, Modal } from '@mantine/core'
import classes from './ask.module.css'

const SHORTCUTS: readonly (readonly [what: string, keys: readonly (readonly string[])[]])[] = [
  [
    'Search pages and reports, or ask a question',
    [
      ['Ctrl', 'K'],
      ['⌘', 'K'],
    ],
  ],
  ['Move through the results', [['↑'], ['↓']]],
  ['Open or run the selected result', [['Enter']]],
  ['Close the open dialog', [['Esc']]],
  [
    'Undo while editing',
    [
      ['Ctrl', 'Z'],
      ['⌘', 'Z'],
    ],
  ],
  ['Show keyboard shortcuts', [['?']]],
]

/** The keys that work on every page. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
    <dl className={classes.shortcuts}>
      {SHORTCUTS.map(([what, keys]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((chord) => (
              <span key={chord.join()}>
                {chord.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Modal>
)

import { Kbd, Modal, Title } from '@mantine/core'
import classes from './ask.module.css'

type Chord = readonly string[]

interface Group {
  readonly heading: string
  readonly shortcuts: readonly (readonly [what: string, keys: readonly Chord[]])[]
}

const ARROWS: readonly Chord[] = [['←'], ['↑'], ['→'], ['↓']]
const LIST_ARROWS: readonly Chord[] = [['↑'], ['↓']]
const ENDS: readonly Chord[] = [['Home'], ['End']]
const ENTER: readonly Chord[] = [['Enter']]
const ESCAPE: readonly Chord[] = [['Esc']]

/** With the key that this machine's commands have. */
const withCommand = (...keys: readonly string[]): readonly Chord[] => [
  [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', ...keys],
]

const GROUPS: readonly Group[] = [
  {
    heading: 'Everywhere',
    shortcuts: [
      ['Search pages and reports, or ask a question', withCommand('K')],
      ['Move to the next control', [['Tab']]],
      ['Move to the previous control', [['Shift', 'Tab']]],
      ['Close the open dialog or menu', ESCAPE],
      ['Show keyboard shortcuts', [['?']]],
    ],
  },
  {
    heading: 'Editing',
    shortcuts: [
      ['Save', withCommand('S')],
      ['Undo', withCommand('Z')],
      ['Redo', withCommand('Shift', 'Z')],
    ],
  },
  {
    heading: 'Search',
    shortcuts: [
      ['Move through the results', LIST_ARROWS],
      ['Open or run the selected result', ENTER],
    ],
  },
  {
    heading: 'Charts',
    shortcuts: [
      ['Read the next or previous value', ARROWS],
      ['First or last value', ENDS],
      ['Filter by the value, or see its orders', ENTER],
    ],
  },
  {
    heading: 'Tables',
    shortcuts: [
      ['Move to another cell', ARROWS],
      ['A page up or down', [['Page Up'], ['Page Down']]],
      ['First or last row', ENDS],
      ['Open the record or explain the number', ENTER],
      ['Sort by a second column', [['Shift', 'Enter']]],
    ],
  },
  {
    heading: 'Arranging a dashboard',
    shortcuts: [
      ['Lift the tile in focus, and put it down', ENTER],
      ['Move the lifted tile', ARROWS],
      ['Put it back where it was', ESCAPE],
    ],
  },
  {
    heading: 'Notifications and insights',
    shortcuts: [
      ['Next or previous entry', LIST_ARROWS],
      ['Remove the entry', [['Delete']]],
    ],
  },
  {
    heading: 'Report builder',
    shortcuts: [
      [
        'Move a column up or down',
        [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
      ],
      ['Add the first column found', ENTER],
    ],
  },
]

/** What the keyboard does, by place. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} size="lg" title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
    {GROUPS.map(({ heading, shortcuts }) => (
      <section key={heading} className={classes.shortcutGroup}>
        <Title order={3}>{heading}</Title>
        <dl className={classes.shortcuts}>
          {shortcuts.map(([what, keys]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {keys.map((chord) => (
                  <span key={chord.join()} className={classes.chord}>
                    {chord.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Modal>
)

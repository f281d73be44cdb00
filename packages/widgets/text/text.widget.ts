import { defineWidget, NO_PLAN } from '../kit/widget.ts'

const MAX_LENGTH = 3_000

export const text = defineWidget('text', 'Text', {
  description: 'A heading, notes, or links',
  size: { w: 3, h: 3 },
  minSize: { w: 1, h: 1 },
  content: 'settings',
  settings: (props) => ({
    text: typeof props.text === 'string' && props.text.length <= MAX_LENGTH ? props.text : '',
  }),
  fields: [],
  plan: () => NO_PLAN,
})

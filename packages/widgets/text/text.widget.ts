import * as z from 'zod/mini'
import { titleSetting } from '../kit/settings.ts'
import { defineWidget, NO_PLAN } from '../kit/widget.ts'

const TITLE = 'Text'
const MAX_LENGTH = 3_000

export const text = defineWidget({
  type: 'text',
  title: TITLE,
  description: 'A heading, notes, or links',
  size: { w: 3, h: 3 },
  minSize: { w: 1, h: 1 },
  content: 'settings',
  settings: z.object({ title: titleSetting(TITLE), text: z.catch(z.string().check(z.maxLength(MAX_LENGTH)), '') }),
  fields: [],
  plan: () => NO_PLAN,
})

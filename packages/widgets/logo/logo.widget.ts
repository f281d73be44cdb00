import { titleIn } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const TITLE = 'Logo'

export const logo = defineWidget({
  type: 'logo',
  title: TITLE,
  description: 'Your winery’s logo or name',
  size: { w: 1, h: 2 },
  minSize: { w: 1, h: 1 },
  settings: (props) => ({ title: titleIn(props, TITLE) }),
  fields: [],
  plan: () => ({ range: null, compare: null, kpis: null, rows: null }),
})

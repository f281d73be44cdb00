import { defineWidget } from '../kit/widget.ts'

export const logo = defineWidget('logo', 'Logo', {
  description: 'Your winery’s logo or name',
  size: { w: 1, h: 2 },
  minSize: { w: 1, h: 1 },
  settings: () => ({}),
  fields: [],
  plan: () => ({ range: null, compare: null, kpis: null, rows: null }),
})

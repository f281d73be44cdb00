import { NO_RESULT, type WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  ...NO_RESULT,
  settings: { title: 'Text', text: '## Harvest weekend\n\nThe tasting room is open until **8 p.m.** on Saturday.' },
}

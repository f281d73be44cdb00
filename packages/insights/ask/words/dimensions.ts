/** Phrases for the grains of a date. */
export const GRAIN_WORDS: Readonly<Record<string, readonly string[]>> = {
  Day: ['day', 'daily', 'date', 'day by day'],
  Week: ['week', 'weekly', 'week by week'],
  Month: ['month', 'monthly', 'month by month', 'over time', 'trend', 'trends', 'trending', 'calendar month'],
  Quarter: ['quarter', 'quarterly', 'quarter by quarter'],
  Year: ['year', 'yearly', 'annual', 'annually', 'year by year', 'fiscal year'],
  Weekday: ['day of week', 'day of the week', 'weekday', 'weekdays', 'days of the week'],
  Hour: ['hour', 'hourly', 'hour of day', 'hour of the day', 'time of day', 'hour by hour'],
}

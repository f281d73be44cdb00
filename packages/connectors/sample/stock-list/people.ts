const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const FIRST_NAMES = words(`
Ada Alan Alice Amara Amir Ana Andre Anita Anton Aria Arjun Astrid Ava Beatriz Ben Bianca Boris Brigid Bruno Camila
Carla Carlos Caroline Cecilia Chen Chloe Clara Claude Colin Cora Dalia Daniel Daria David Dean Deepa Diana Diego Dora
Edith Edwin Elena Eli Elise Elsa Emil Emma Erik Esme Esther Ethan Eva Farah Felix Fiona Flora Frank Freya Gabriel Gail
George Gina Grace Grant Greta Hana Hannah Hans Harper Hector Helen Henry Hugo Ian Ida Imani Ines Ingrid Irene Iris Isaac
Ivan Ivy Jack Jada James Jan Jane Jasper Joan Joel Jonas Jorge Jude Julia June Karen Karl Kate Keiko Kenji Kira Lara
Laura Leah Leif Lena Leo Lila Linda Liv Louis Lucia Lydia Mabel Maeve Malik Marco Margot Maria Mark Martha Mateo Maya
Mei Mila Miles Mina Miriam Mohan Mona Nadia Naomi Nico Nina Noah Nora Olga Olive Omar Oscar Otto Paul Pavel Petra Phoebe
Pilar Priya Quinn Rafael Raj Ramona Ravi Rebecca Rita Robin Rosa Ruben Ruth Sam Sana Sara Selma Simon Sofia Stella Sven
Talia Tara Thea Theo Tobias Uma Vera Victor Viola Walter Wanda Wendy Yara Yusuf Zara Zoe`)

export const LAST_NAMES = words(`
Abbott Adeyemi Aguilar Ahmed Akers Alder Almeida Amato Andersen Arnold Ashby Atwood Bailey Baker Banerjee Barker Barnes
Bauer Beck Bell Bennett Berg Bianchi Bishop Blake Bloom Bond Booth Bowen Boyd Brandt Brennan Briggs Brooks Bryce Burke
Byrne Cabrera Calder Campos Carver Castillo Chandra Chang Chase Clarke Cohen Collins Conti Cooper Costa Craig Crane Cruz
Dahl Dalton Daniels Das Davies Dawson Delgado Diaz Dixon Doyle Drake Duarte Dunn Eaton Ellis Engel Evans Farrell Ferrari
Fields Fischer Fleming Flores Foster Fox Frank Frost Fuller Gallo Garcia Gibbs Gill Glover Gomez Grant Gray Green Grove
Guerra Gupta Haas Hale Hall Hansen Harper Hart Hayes Heath Hill Hoffman Holt Howe Huang Hughes Hunt Ito Ivanov Jain James
Jensen Jones Joshi Kane Kaur Keller Kent Khan Kim King Klein Knight Koch Kovac Kumar Lam Lane Larsen Lee Lind Lopez Lowe
Lund Lynch Mann Marsh Martin Mason Mendez Meyer Mills Miller Moody Mora Morgan Moss Nagy Nash Neal Nguyen Noble Nolan
Novak Nunez Olsen Ortiz Otero Owens Page Park Patel Pena Perry Petrov Pike Poole Porter Price Quinn Ramos Reed Reyes Rice
Ricci Rivera Roberts Roman Rossi Rowe Ruiz Ryan Salas Santos Sato Shah Sharp Silva Singh Sloan Soto Stein Stone Strand
Suarez Sutton Tanaka Taylor Torres Tran Turner Vance Vargas Vega Wade Walsh Ward Weber Wells West White Wilde Wong Wood
Yang York Young Zhang Ziegler`)

export const TEAM = [
  'Ana Prieto',
  'Ben Okafor',
  'Celia Marsh',
  'Dario Conti',
  'Eve Lindqvist',
  'Finn Gallagher',
  'Gita Rao',
  'Hal Whitmore',
  'Ines Duarte',
  'Jonah Peck',
  'Kiko Tanabe',
  'Lou Abrams',
  'Mara Voss',
  'Nils Berger',
  'Opal Reyes',
  'Percy Lam',
] as const

export interface State {
  readonly code: string
  /** a city and its postal code */
  readonly places: readonly (readonly [city: string, postalCode: string])[]
}

const state = (code: string, ...places: (readonly [string, string])[]): State => ({ code, places })

/** The winery is in Washington State. */
export const HOME_STATE = state(
  'WA',
  ['Walla Walla', '99362'],
  ['Seattle', '98101'],
  ['Spokane', '99201'],
  ['Bellevue', '98004'],
  ['Tacoma', '98402'],
  ['Yakima', '98901'],
)

/** Other states with their share of sales outside the home state. */
export const OTHER_STATES: readonly (readonly [State, number])[] = [
  [state('CA', ['San Francisco', '94110'], ['Los Angeles', '90026'], ['San Diego', '92101']), 28],
  [state('OR', ['Portland', '97209'], ['Bend', '97701']), 22],
  [state('TX', ['Austin', '78704'], ['Dallas', '75201']), 9],
  [state('FL', ['Miami', '33130'], ['Tampa', '33602']), 7],
  [state('NY', ['New York', '10011'], ['Albany', '12207']), 7],
  [state('ID', ['Boise', '83702']), 6],
  [state('IL', ['Chicago', '60614']), 5],
  [state('CO', ['Denver', '80203']), 5],
  [state('VA', ['Richmond', '23220']), 4],
  [state('NC', ['Raleigh', '27601']), 3],
  [state('PA', ['Philadelphia', '19103']), 3],
  [state('MN', ['Minneapolis', '55401']), 2],
  [state('AZ', ['Phoenix', '85004']), 2],
]

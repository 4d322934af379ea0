/** The titles of the lesson in their order, written down once more on purpose: a section that goes missing is seen. */
export const sectionTitles = [
  'Which word came first?',
  'Same words, different event',
  'Content and position in one vector',
  'Pairs that turn at different rates',
  'A distance is a rotation',
  'The layer',
  'Attention with and without positions',
  'Order is not permission to look',
  'Learned tables',
  'Distance inside the score',
  'Rotary positions',
  'Where the rule ends and the model begins',
];

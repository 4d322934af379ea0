/** JSON schemas of the content's data files. */

const text = { type: 'string', minLength: 1 } as const;
const id = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' } as const;

export const lessonSchema = {
  type: 'object',
  required: ['title', 'tagline', 'description', 'hero', 'playgrounds'],
  additionalProperties: false,
  properties: {
    title: text,
    tagline: text,
    description: text,
    hero: {
      type: 'object',
      required: ['figure', 'id', 'values', 'caption'],
      additionalProperties: false,
      properties: {
        figure: text,
        id,
        values: { type: 'object', additionalProperties: text },
        caption: text,
      },
    },
    playgrounds: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['id', 'title'],
        additionalProperties: false,
        properties: { id, title: text },
      },
    },
    report: {
      type: 'string',
      pattern: '^(copy|https://[^\\s/]+(/\\S*)?|mailto:[^\\s?@]+@[^\\s?@]+(\\?\\S*)?)$',
    },
  },
} as const;

export const sectionSchema = {
  type: 'object',
  required: ['minutes', 'shortPath', 'sources'],
  additionalProperties: false,
  properties: {
    minutes: { type: 'integer', minimum: 1 },
    shortPath: { type: 'boolean' },
    sources: { type: 'array', items: id },
  },
} as const;

export const challengeSchema = {
  type: 'object',
  required: ['further'],
  additionalProperties: false,
  properties: { further: { type: 'boolean' } },
} as const;

export const claimsSchema = {
  type: 'object',
  required: ['claims'],
  additionalProperties: false,
  properties: {
    claims: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'statement', 'explanation'],
        additionalProperties: false,
        properties: { id, statement: text, explanation: text },
      },
    },
  },
} as const;

export const sourcesSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['title', 'authors', 'year', 'link'],
    additionalProperties: false,
    properties: {
      title: text,
      authors: text,
      year: { type: 'integer', minimum: 1900 },
      link: { type: 'string', pattern: '^https://' },
    },
  },
} as const;

const markedOption = {
  type: 'object',
  required: ['text', 'correct', 'feedback'],
  additionalProperties: false,
  properties: { text, correct: { type: 'boolean' }, feedback: text },
} as const;

const openOption = {
  type: 'object',
  required: ['text', 'feedback'],
  additionalProperties: false,
  properties: { text, feedback: text },
} as const;

const verdicts = {
  type: 'object',
  required: ['correct', 'wrong'],
  additionalProperties: false,
  properties: { correct: text, wrong: text },
} as const;

const question = (kind: string, required: string[], properties: object) =>
  ({
    type: 'object',
    required: ['id', 'kind', 'prompt', ...required],
    additionalProperties: false,
    properties: { id, kind: { const: kind }, prompt: text, ...properties },
  }) as const;

export const quizSchema = {
  type: 'object',
  required: ['questions'],
  additionalProperties: false,
  properties: {
    questions: {
      type: 'array',
      items: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        required: ['kind'],
        oneOf: [
          question('single', ['options'], {
            options: { type: 'array', minItems: 2, items: markedOption },
          }),
          question('several', ['options'], {
            options: { type: 'array', minItems: 2, items: markedOption },
          }),
          question('predict', ['options', 'reveal'], {
            options: { type: 'array', minItems: 2, items: openOption },
            reveal: text,
          }),
          question('number', ['parameters', 'answer', 'tolerance', 'feedback'], {
            parameters: {
              type: 'object',
              additionalProperties: { type: 'array', minItems: 1, items: { type: 'number' } },
            },
            answer: text,
            tolerance: { type: 'number', exclusiveMinimum: 0 },
            feedback: verdicts,
            near: {
              type: 'array',
              items: {
                type: 'object',
                required: ['value', 'feedback'],
                additionalProperties: false,
                properties: { value: text, feedback: text },
              },
            },
          }),
          question('order', ['items', 'feedback'], {
            items: {
              type: 'array',
              minItems: 3,
              items: {
                type: 'object',
                required: ['text'],
                additionalProperties: false,
                properties: { text, why: text },
              },
            },
            feedback: verdicts,
          }),
        ],
      },
    },
  },
} as const;

import manifest from '../../package.json' with { type: 'json' };

/** This version of Backbone. */
export const { version } = manifest;

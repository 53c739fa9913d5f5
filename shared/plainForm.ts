/** In the plain order form: a field that no visitor sees, so that what fills it in is no visitor. */
export const trapField = 'website';

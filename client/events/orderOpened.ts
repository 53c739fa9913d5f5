import { createAction } from '@reduxjs/toolkit';

/** The visitor opened the order dialog of the plan with this id. */
export const orderOpened = createAction<string>('ordering/orderOpened');

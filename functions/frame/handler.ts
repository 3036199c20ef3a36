import { validators } from '#validators/frame';
import { shape as frame } from '../../schemas/frame/frame/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [frame], validators });

// image_resize.cpp
#include "engine/loaders/image.h"

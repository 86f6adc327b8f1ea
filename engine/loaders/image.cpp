// image.cpp
#include "engine/loaders/image.h"
